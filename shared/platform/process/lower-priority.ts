/** For processes beside the API, which gets the processor first. */
import { setPriority } from 'node:os';

const LOWER_PRIORITY = 5;
/** What can wait as long as there is other work. */
export const LOWEST_PRIORITY = 15;

/** On Linux the call concerns this thread and those it starts from now on; elsewhere the process. */
export function lowerPriority(priority = LOWER_PRIORITY): void {
  try {
    setPriority(0, priority);
  } catch {
    // Not allowed here: the process runs at normal priority.
  }
}
