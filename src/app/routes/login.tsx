export function LoginScreen() {
  return <main>Login to your account</main>
}

export async function loginAction(): Promise<null> {
  return null
}
