/**
 * Shows signals in a list. Only those near the window are in the document, so that a thousand
 * signals scroll like ten. Measured sizes are kept by question, so that going back returns to the
 * same place.
 */
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Signal } from '../client/shapes.js';
import { SignalCard } from './signal-card.js';

const ESTIMATED_HEIGHT = 200;
const GAP = 12;
const AHEAD = 3;
const measured = new Map<string, VirtualItem[]>();
const MAX_MEASURED = 20;

export function SignalList({
  signals,
  question,
  withoutCompany = false,
}: {
  signals: readonly Signal[];
  question: string;
  withoutCompany?: boolean;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const place = (): void => {
      const rect = frame.current?.getBoundingClientRect();
      if (rect) setTop(rect.top + window.scrollY);
    };
    place();
    const observer = new ResizeObserver(place);
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
    initialMeasurementsCache: measured.get(question) ?? [],
  });
  useEffect(
    () => () => {
      measured.delete(question);
      measured.set(question, virtualizer.measurementsCache);
      const [oldest] = measured.keys();
      if (measured.size > MAX_MEASURED && oldest !== undefined) measured.delete(oldest);
    },
    [question, virtualizer],
  );
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
            <SignalCard signal={signal} withoutCompany={withoutCompany} />
          </div>
        );
      })}
    </div>
  );
}
