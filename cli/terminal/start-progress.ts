/** Shows a progress bar, on standard error and only on a terminal. */
import { Presets, SingleBar } from 'cli-progress';
import { printable } from './output.js';

interface ProgressBar {
  /** Shows the progress: `done` of `total`, and the number of `rows` with its rate per second. */
  update(done: number, rows: number): void;
  stop(): void;
}

export function startProgress(label: string, total: number | null): ProgressBar {
  if (!process.stderr.isTTY || total === null) {
    return { update: () => undefined, stop: () => undefined };
  }
  const started = Date.now();
  const bar = new SingleBar(
    {
      stream: process.stderr,
      format: `${printable(label)} {bar} {percentage}% | {rows} rows | {rate} rows/s | {eta_formatted} left`,
      hideCursor: true,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  );
  bar.start(Math.max(total, 1), 0, { rows: 0, rate: 0 });
  return {
    update(done, rows) {
      const seconds = Math.max(0.001, (Date.now() - started) / 1_000);
      bar.update(done, { rows, rate: Math.round(rows / seconds) });
    },
    stop: () => bar.stop(),
  };
}
