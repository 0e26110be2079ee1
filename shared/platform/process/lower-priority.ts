/** Lowers the priority of a process, so that the API gets the processor first. */
import { setPriority } from 'node:os';

const LOWER_PRIORITY = 5;
/** Priority of work that can wait as long as there is other work. */
export const LOWEST_PRIORITY = 15;

/** On Linux this affects this thread and those it starts from now on; elsewhere the process. */
export function lowerPriority(priority = LOWER_PRIORITY): void {
  try {
    setPriority(0, priority);
  } catch {
    // The system does not allow it, so the process runs at normal priority.
  }
}
