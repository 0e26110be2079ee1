/** Loads the chart from its own file when it is first shown. A placeholder keeps its space. */
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import type { VolumeChart as LoadedChart } from './volume-chart.js';

type Props = ComponentProps<typeof LoadedChart>;

const Chart = lazy(() =>
  import('./volume-chart.js').then(
    (module) => ({ default: module.VolumeChart }),
    () => ({ default: Missing }),
  ),
);

export function VolumeChart(props: Props) {
  return (
    <Suspense fallback={<Frame caption={props.caption} />}>
      <Chart {...props} />
    </Suspense>
  );
}

/** Shown if the chart could not be loaded, for example because the service has stopped. */
function Missing({ caption }: Props) {
  return (
    <Frame caption={caption}>
      <p className="note">
        The chart could not be loaded. Reload the page when the service answers.
      </p>
    </Frame>
  );
}

function Frame({ caption, children }: { caption: string; children?: ReactNode }) {
  return (
    <figure className="chart">
      <figcaption>{caption}</figcaption>
      <div className="chart-frame">{children}</div>
    </figure>
  );
}
