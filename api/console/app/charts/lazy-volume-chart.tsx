/** Loads the chart from its own file when it is first shown. A placeholder keeps its space. */
import { type ComponentProps, lazy, Suspense } from 'react';
import type { VolumeChart } from './volume-chart.js';

type Props = ComponentProps<typeof VolumeChart>;

const Loaded = lazy(() =>
  import('./volume-chart.js').then(
    (module) => ({ default: module.VolumeChart }),
    () => ({ default: Missing }),
  ),
);

/** Shown if the chart could not be loaded, for example because the service has stopped. */
function Missing({ caption }: Props) {
  return (
    <figure className="chart">
      <figcaption>{caption}</figcaption>
      <p className="note">
        The chart could not be loaded. Reload the page when the service answers.
      </p>
    </figure>
  );
}

export function Volumes(props: Props) {
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
