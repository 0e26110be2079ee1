/** Loads a part of the console when it is needed. */
import { send } from './call.js';

/**
 * Throws `ApiError` if the service does not answer. Otherwise the files of the part are missing
 * after an update of the service, and the error of the import says so.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    await send('/health/live');
    throw error;
  }
}
