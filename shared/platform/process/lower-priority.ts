/** For processes beside the API, which gets the processor first. */
import { setPriority } from 'node:os';

const LOWER_PRIORITY = 5;

/** On Linux the call concerns this thread and those it starts from now on; elsewhere the process. */
export function lowerPriority(): void {
  try {
    setPriority(0, LOWER_PRIORITY);
  } catch {
    // Not allowed here: the process runs at normal priority.
  }
}
