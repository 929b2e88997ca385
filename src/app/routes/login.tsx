/** /login, outside the root layout. */
export { loginAction } from '../features/login/action'
export { LoginScreen } from '../features/login/LoginScreen'
