/** Returns the user and the password of a URL, decoded, and the URL without them. */
export function splitLogin(url: string): { address: URL; user: string; password: string } {
  const address = new URL(url);
  const user = decodeURIComponent(address.username);
  const password = decodeURIComponent(address.password);
  address.username = '';
  address.password = '';
  return { address, user, password };
}

/** Returns true if the text is a URL with a user or password, even with wrong `%` escapes. */
export function hasLogin(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

/** Returns the header that sends the user and the password of a URL, empty if it has neither. */
export function loginHeader(url: string): { authorization?: string } {
  const { user, password } = splitLogin(url);
  if (user === '' && password === '') return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
