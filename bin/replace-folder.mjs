/** Puts a folder in the place of another, also if other processes do the same at once. */
import { renameSync, rmSync } from 'node:fs';

const MAX_ATTEMPTS = 100;

/** Moves `draft` to `target`. The former target is moved away first, so it is never half deleted. */
export function replaceFolder(draft, target) {
  const former = `${draft}.former`;
  for (let attempt = 1; ; attempt += 1) {
    move(target, former, ['ENOENT']);
    // Another process may have put its own folder there meanwhile.
    const isDone = move(draft, target, attempt < MAX_ATTEMPTS ? ['ENOTEMPTY', 'EEXIST'] : []);
    rmSync(former, { recursive: true, force: true });
    if (isDone) return;
  }
}

function move(from, to, allowedCodes) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (allowedCodes.includes(error.code)) return false;
    throw error;
  }
}
