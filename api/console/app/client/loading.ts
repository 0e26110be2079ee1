/** The names of data that is still being loaded, so that answers are incomplete. Can be empty. */
import { observable } from '../session/observable.js';

export const loadingData = observable('');

export function updateLoading(headers: Headers): void {
  loadingData.set(headers.get('x-signals-loading') ?? '');
}
