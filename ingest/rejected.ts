/**
 * Rejected lines with their reasons, one JSON object a line, in a file that survives a restart: after
 * an interruption it is cut back to what the last checkpoint knew, so no line stands in it twice.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Reason } from './outcome.js';

export interface RejectedLine {
  /** Number of the line in its file, from 1. */
  line: number;
  reason: Reason;
  /** The line as parsed, or its text when it is no JSON. */
  event: unknown;
}

export interface RejectedFile {
  readonly path: string;
  append(lines: readonly RejectedLine[]): void;
}

const MAX_TEXT_CHARACTERS = 2_000;

/** `known` rejected lines stay in the file; what follows them is dropped. The file appears with its first line. */
export function openRejectedFile(path: string, known: number): RejectedFile {
  if (existsSync(path)) keepLines(path, known);
  return {
    path,
    append(lines) {
      if (lines.length === 0) return;
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    },
  };
}

/** The event as it goes into the file: parsed if it is JSON, cut if it is long. */
export function rejectedEvent(line: Uint8Array): unknown {
  const text = Buffer.from(line).toString('utf8');
  try {
    return text.length <= MAX_TEXT_CHARACTERS * 8
      ? JSON.parse(text)
      : text.slice(0, MAX_TEXT_CHARACTERS);
  } catch {
    return text.slice(0, MAX_TEXT_CHARACTERS);
  }
}

function keepLines(path: string, count: number): void {
  if (count === 0) {
    writeFileSync(path, '');
    return;
  }
  const bytes = readFileSync(path);
  let end = 0;
  for (let kept = 0; kept < count; kept += 1) {
    const next = bytes.indexOf(0x0a, end);
    if (next < 0) return;
    end = next + 1;
  }
  truncateSync(path, end);
}
