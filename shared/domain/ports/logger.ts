/** The logger of library code; the process creates it. */
export type { Logger } from 'pino';
