/**
 * The paths of the console's pages, as its router writes them. The server answers each of them with the
 * console's one HTML file, and every other path outside the API with 404.
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
