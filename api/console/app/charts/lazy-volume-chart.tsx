/** The chart in a file of its own, which is loaded when the first one is shown; its room is kept free. */
import { type ComponentProps, lazy, Suspense } from 'react';
import type { VolumeChart } from './volume-chart.js';

const Loaded = lazy(() =>
  import('./volume-chart.js').then((module) => ({ default: module.VolumeChart })),
);

export function Volumes(props: ComponentProps<typeof VolumeChart>) {
  const placeholder = (
    <figure className="chart">
      <figcaption>
        <span>{props.caption}</span>
      </figcaption>
      <div className="chart-frame" />
    </figure>
  );
  return (
    <Suspense fallback={placeholder}>
      <Loaded {...props} />
    </Suspense>
  );
}
