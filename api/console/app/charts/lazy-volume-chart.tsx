/** The chart in a file of its own, which is loaded when the first one is shown; its room is kept free. */
import { type ComponentProps, lazy, Suspense } from 'react';
import type { VolumeChart } from './volume-chart.js';

type Props = ComponentProps<typeof VolumeChart>;

const Loaded = lazy(() =>
  import('./volume-chart.js').then(
    (module) => ({ default: module.VolumeChart }),
    () => ({ default: Missing }),
  ),
);

/** The service went away before the chart was loaded; what is beside it stays usable. */
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
