/**
 * Stores the address of a data folder's gateway. The process that opened the folder writes it to
 * `clickhouse.json` (mode 0600), and other processes read it there. A stale file is harmless,
 * because nothing listens at its address. A file that was copied with its folder does not count,
 * because its address leads to the original.
 */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../domain/is-object.js';
import { replaceFile } from '../../process/replace-file.js';
import type { GatewayAddress } from './gateway.js';

export interface PublishedGateway extends GatewayAddress {
  pid: number;
  /** The command that the process runs, for example `load`. It is shown to processes that wait. */
  command: string;
}

export function enginePath(dataDir: string): string {
  return join(dataDir, 'clickhouse');
}

export function publishGateway(dataDir: string, server: PublishedGateway): void {
  const published = { ...server, folder: folderId(dataDir) };
  replaceFile(addressPath(dataDir), `${JSON.stringify(published, null, 2)}\n`);
}

export function withdrawGateway(dataDir: string, pid: number): void {
  if (readPublishedGateway(dataDir)?.pid === pid) rmSync(addressPath(dataDir), { force: true });
}

/** Returns `null` if no address is published, or one that is incomplete or of another folder. */
export function readPublishedGateway(dataDir: string): PublishedGateway | null {
  try {
    const parsed: unknown = JSON.parse(readFileSync(addressPath(dataDir), 'utf8'));
    return isPublishedGateway(parsed, folderId(dataDir)) ? parsed : null;
  } catch {
    return null;
  }
}

function addressPath(dataDir: string): string {
  return join(dataDir, 'clickhouse.json');
}

/** Identifies a folder: a copy has another number, and a folder that is moved keeps its own. */
function folderId(dataDir: string): string {
  const { dev, ino } = statSync(dataDir, { bigint: true });
  return `${dev}:${ino}`;
}

function isPublishedGateway(value: unknown, folder: string): value is PublishedGateway {
  if (!isObject(value) || !('folder' in value) || value.folder !== folder) return false;
  return 'url' in value && 'service' in value && 'analyst' in value && 'pid' in value;
}
