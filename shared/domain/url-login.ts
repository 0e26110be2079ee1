/** The user and the password of an address, decoded, and the address without them. */
export function splitLogin(url: string): { address: URL; user: string; password: string } {
  const address = new URL(url);
  const user = decodeURIComponent(address.username);
  const password = decodeURIComponent(address.password);
  address.username = '';
  address.password = '';
  return { address, user, password };
}

/** Also where the `%` escapes of it are wrong; not in what is no address. */
export function hasLogin(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

/** The header that sends the user and the password of an address; none without them. */
export function loginHeader(url: string): { authorization?: string } {
  const { user, password } = splitLogin(url);
  if (user === '' && password === '') return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
