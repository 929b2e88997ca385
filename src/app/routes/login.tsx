/** /login, outside the root layout. */
export { loginAction } from '../features/login/lazyAction'
export { LoginScreen } from '../features/login/LoginScreen'
