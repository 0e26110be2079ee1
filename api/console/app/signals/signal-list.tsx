/**
 * Shows signals in a list. Only those near the window are in the document, so that a thousand
 * signals scroll like ten. Measured sizes are kept by question, so that going back returns to the
 * same place.
 */
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Signal } from '../client/shapes.js';
import { SignalCard } from './signal-card.js';

const ESTIMATED_HEIGHT = 200;
const GAP = 12;
const AHEAD = 3;
const measurements = new Map<string, VirtualItem[]>();
const MAX_MEASUREMENTS = 20;

export interface SignalListProps {
  signals: readonly Signal[];
  /** The question that the signals answer. */
  question: string;
}

export function SignalList({ signals, question }: SignalListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [openIds] = useState(() => new Set<string>());
  useLayoutEffect(() => {
    const updateTop = (): void => {
      const rect = frame.current?.getBoundingClientRect();
      if (rect) setTop(rect.top + window.scrollY);
    };
    updateTop();
    const observer = new ResizeObserver(updateTop);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: signals.length,
    estimateSize: () => ESTIMATED_HEIGHT,
    gap: GAP,
    overscan: AHEAD,
    scrollMargin: top,
    getItemKey: (index) => signals[index]?.signal_id ?? index,
    initialMeasurementsCache: measurements.get(question) ?? [],
  });
  useEffect(
    () => () => {
      measurements.delete(question);
      measurements.set(question, virtualizer.measurementsCache);
      const [oldest] = measurements.keys();
      if (measurements.size > MAX_MEASUREMENTS && oldest !== undefined) measurements.delete(oldest);
    },
    [question, virtualizer],
  );
  const isPrinted = usePrinted();
  if (isPrinted) {
    return signals.map((signal) => (
      <SignalCard key={signal.signal_id} signal={signal} openIds={openIds} />
    ));
  }
  return (
    <div ref={frame} className="signal-list" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const signal = signals[index];
        if (!signal) return null;
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className="signal-place"
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <SignalCard signal={signal} openIds={openIds} />
          </div>
        );
      })}
    </div>
  );
}

/** True while the page is printed, on which all signals have a place. */
function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    // The browser prints when the listeners return.
    const update = ({ type }: Event): void => flushSync(() => setPrinted(type === 'beforeprint'));
    addEventListener('beforeprint', update);
    addEventListener('afterprint', update);
    return () => {
      removeEventListener('beforeprint', update);
      removeEventListener('afterprint', update);
    };
  }, []);
  return isPrinted;
}
