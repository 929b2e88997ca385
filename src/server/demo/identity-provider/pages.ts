const STYLESHEET = '/oidc/identity-provider.css'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} - Doorstep</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET}">
</head>
<body>
<main>
<p class="product">Doorstep</p>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>`
}

export interface SignInPage {
  organisation: string
  email: string
  problem?: string
}

/** Asks for address and password. */
export function signInPage({ organisation, email, problem }: SignInPage): string {
  const described = problem ? ' aria-invalid="true" aria-describedby="problem"' : ''
  const title = 'Sign in'
  return page(
    problem ? `Error: ${title}` : title,
    `<p>to ${escapeHtml(organisation)}</p>
${problem ? `<p class="problem" id="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${escapeHtml(email)}"${email === '' ? ' autofocus' : ''}${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"${email === '' ? '' : ' autofocus'}${described}>
<button type="submit">Sign in</button>
</form>
<p class="elsewhere"><a href="/login">Choose another organisation</a></p>`,
  )
}

/** If a request did not prove whose session ends. `form` is the provider's own. */
export const signOutPage = (form: string): string =>
  page(
    'Sign out?',
    `${form}
<button type="submit" form="op.logoutForm" value="yes" name="logout">Sign out</button>
<p class="elsewhere"><a href="/">Stay signed in</a></p>`,
  )

/** A heading and a sentence. */
export const messagePage = (title: string, text: string): string =>
  page(title, `<p>${escapeHtml(text)}</p><p class="elsewhere"><a href="/login">Go to the login page</a></p>`)
