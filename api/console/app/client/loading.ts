/** Names of data that is still being loaded, so that answers have a part only. */
import { observable } from '../session/observable.js';

export const loadingData = observable('');

export function noteLoading(headers: Headers): void {
  loadingData.set(headers.get('x-signals-loading') ?? '');
}
