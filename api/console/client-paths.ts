/**
 * The paths of the console's pages, in the notation of its router. The server responds to each of
 * them with the console's one HTML file, and to every other path outside the API with 404: browsers
 * get the same file, which says that the page does not exist, and programs get a JSON error.
 */
export const CLIENT_PATHS = {
  home: '/',
  explore: '/explore',
  trending: '/trending',
  types: '/types',
  type: '/types/$type',
  company: '/companies/$domain',
  person: '/people',
  intent: '/intent',
  usage: '/usage',
  keys: '/keys',
  feeds: '/feeds',
  operations: '/operations',
  connect: '/connect',
} as const;
