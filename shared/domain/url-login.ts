/** The user and the password of an address, decoded, and the address without them. */
export function splitLogin(url: string): { address: URL; user: string; password: string } {
  const address = new URL(url);
  const user = decodeURIComponent(address.username);
  const password = decodeURIComponent(address.password);
  address.username = '';
  address.password = '';
  return { address, user, password };
}
