/**
 * Shows counts over time as bars. The caption has the value of the bar under the pointer, or of the
 * one that the arrow keys select. A hidden table has the same numbers for those who do not see the
 * chart.
 */
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatCompact, formatNumber, plural, wordsOf } from '../parts/format.js';

export interface Bucket {
  label: string;
  /** The label at the axis, where space is scarce. */
  short: string;
  value: number;
  /** True if the period has not ended. */
  isPartial?: boolean;
}

interface ChartProps {
  caption: string;
  buckets: readonly Bucket[];
  /** What is counted, for example `signal`. */
  unit: string;
}

// All sizes are in pixels.
const HEIGHT = 180;
const MARGIN = { top: 8, right: 28, bottom: 26, left: 40 };
const INNER_HEIGHT = HEIGHT - MARGIN.top - MARGIN.bottom;
const LABEL_WIDTH = 74;
const MAX_BAR_WIDTH = 48;

export function VolumeChart({ caption, buckets, unit }: ChartProps) {
  const [frame, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const shown = at === null ? undefined : buckets[at];
  const total = buckets.reduce((sum, { value }) => sum + value, 0);
  return (
    <figure className="chart">
      <figcaption>
        <span>{caption}</span>
        <span className="chart-value num">
          {shown
            ? `${shown.label}${shown.isPartial ? ' (so far)' : ''}: ${formatNumber(shown.value)}`
            : plural(total, unit)}
        </span>
      </figcaption>
      <div className="chart-frame" ref={frame}>
        {width > 0 && <Bars buckets={buckets} width={width} at={at} onAt={setAt} label={caption} />}
      </div>
      <table className="visually-hidden">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Period</th>
            <th scope="col">{wordsOf(`${unit}s`)}</th>
          </tr>
        </thead>
        <tbody>
          {buckets.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

interface BarsProps {
  buckets: readonly Bucket[];
  width: number;
  /** The position of the active bucket. `null` if none is. */
  at: number | null;
  onAt: (at: number | null) => void;
  label: string;
}

function Bars({ buckets, width, at, onAt, label }: BarsProps) {
  const { innerWidth, x, y, lines, labelled } = scalesOf(buckets, width);
  const barWidth = Math.min(x.bandwidth(), MAX_BAR_WIDTH);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = at ?? (step > 0 ? -1 : buckets.length);
    onAt(Math.min(Math.max(from + step, 0), buckets.length - 1));
  };
  return (
    <svg
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go from bar to bar
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => onAt(null)}
      onMouseLeave={() => onAt(null)}
    >
      <g transform={`translate(${MARGIN.left}, ${MARGIN.top})`}>
        {lines.map((value) => (
          <line key={value} className="grid-line" x2={innerWidth} y1={y(value)} y2={y(value)} />
        ))}
        {buckets.map((bucket, index) => (
          // The pointer activates a bar anywhere above or below it.
          // biome-ignore lint/a11y/noStaticElementInteractions: the same by arrow keys
          <g key={bucket.label} onMouseEnter={() => onAt(index)}>
            <rect className="bar-area" x={x(index)} width={x.bandwidth()} height={INNER_HEIGHT} />
            <rect
              className={`bar${bucket.isPartial ? ' partial' : ''}${at === index ? ' active' : ''}`}
              x={(x(index) ?? 0) + (x.bandwidth() - barWidth) / 2}
              y={y(bucket.value)}
              width={barWidth}
              height={INNER_HEIGHT - y(bucket.value)}
              rx={Math.min(2, barWidth / 4)}
            />
          </g>
        ))}
        <AxisLeft
          scale={y}
          tickValues={lines}
          tickFormat={(value) => formatCompact(Number(value))}
          hideAxisLine
          hideTicks
          axisClassName="axis"
        />
        <AxisBottom
          top={INNER_HEIGHT}
          scale={x}
          tickValues={labelled}
          tickFormat={(index) => buckets[Number(index)]?.short ?? ''}
          hideTicks
          axisClassName="axis"
        />
      </g>
    </svg>
  );
}

/** Returns the scales of both axes, and the values at which lines and labels are drawn. */
function scalesOf(buckets: readonly Bucket[], width: number) {
  const innerWidth = Math.max(width - MARGIN.left - MARGIN.right, 1);
  const max = Math.max(...buckets.map(({ value }) => value), 1);
  const x = scaleBand({
    domain: buckets.map((_, index) => index),
    range: [0, innerWidth],
    padding: buckets.length > 40 ? 0.1 : 0.25,
  });
  const y = scaleLinear({ domain: [0, max], range: [INNER_HEIGHT, 0], nice: 4 });
  // Counts are whole numbers, so lines are drawn only at whole numbers.
  const lines = y.ticks(4).filter((tick) => Number.isInteger(tick));
  const every = Math.max(Math.ceil((buckets.length * LABEL_WIDTH) / innerWidth), 1);
  const labelled = buckets.flatMap((_, index) => (index % every === 0 ? [index] : []));
  return { innerWidth, x, y, lines, labelled };
}

/** Returns a ref for the frame and its width. The frame keeps its height without the chart. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}
