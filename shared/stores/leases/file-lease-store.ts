/** Keeps leases in hidden files of a folder, for the processes that share it, on whatever host. */
import { constants } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../domain/errors.js';
import { isObject } from '../../domain/is-object.js';
import type { Lease, LeaseStore } from '../../domain/ports/lease-store.js';

/** Publishers may write into the folder: a link is not read, and a pipe does not block the process. */
const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function createFileLeaseStore(folder: string): LeaseStore {
  const pathOf = (name: string) => join(folder, `.${name}-lease.json`);
  return {
    async lease(name) {
      try {
        const parsed: unknown = JSON.parse(
          await readFile(pathOf(name), { encoding: 'utf8', flag: READ_NO_LINK }),
        );
        return isLease(parsed) ? parsed : null;
      } catch {
        return null;
      }
    },
    async putLease(lease) {
      const path = pathOf(lease.name);
      try {
        await mkdir(folder, { recursive: true });
        // Written under another name and renamed, so that the file is never incomplete. That file is
        // always new: publishers may write into the folder, and could have made a link.
        const newPath = `${path}.${lease.holder}`;
        await rm(newPath, { force: true });
        await writeFile(newPath, JSON.stringify(lease), { flag: 'wx' });
        await rename(newPath, path);
      } catch (cause) {
        throw new AppError('unavailable', `${folder} cannot be written`, { cause });
      }
    },
  };
}

function isLease(value: unknown): value is Lease {
  if (!isObject(value)) return false;
  const { holder, host, pid, expiresAtMs }: Record<string, unknown> = { ...value };
  const names = [holder, host].every((each) => typeof each === 'string');
  return names && [pid, expiresAtMs].every((each) => typeof each === 'number');
}
