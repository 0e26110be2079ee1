/** What library code logs to; the process makes it. */
export type { Logger } from 'pino';
