import { useElementSize } from '@mantine/hooks';
import { useState, type KeyboardEvent } from 'react';
import { formatDay } from '../../../format/time';
import { formatMoney } from '../../../format/money';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { ChartDrawing } from './chart-drawing';
import { ChartTip } from './chart-tip';
import { methods, type DayFigures, type Measure } from './received';
import { receivedWords } from './received-words';
import { dayAt, dayMiddle, type Plot } from './scale';

interface Props {
  readonly days: readonly DayFigures[];
  /** As many days, right before; not there while they are loaded. */
  readonly before: readonly DayFigures[] | undefined;
  readonly measure: Measure;
}

const height = 240;
const edges = { left: 66, right: 24, top: 10, bottom: 26 };

/** Bars of each day by method, with the period before as a line. A pointer or the arrow keys show a day's figures. */
export function ReceivedChart({ days, before, measure }: Props) {
  const say = useWords(receivedWords);
  const { language } = useLanguage();
  const { ref, width } = useElementSize();
  const [chosen, choose] = useState<number>();
  const plot: Plot = { ...edges, width, height };
  const last = days.length - 1;
  const index = Math.min(chosen ?? last, last);
  const day = days[index];
  const said =
    day &&
    say('said', {
      day: formatDay(day.day, language),
      measure: say(measure),
      total: formatMoney(day[measure], language),
      parts: methods
        .map((method) =>
          say('part', { method: say(method), amount: formatMoney(day.byMethod[method][measure], language) }),
        )
        .join(', '),
      before: before?.[index] === undefined ? '—' : formatMoney(before[index][measure], language),
    });
  return (
    <div
      ref={ref}
      className="chart"
      role="slider"
      tabIndex={0}
      aria-label={say('chart')}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index}
      aria-valuetext={said}
      onKeyDown={(event) => {
        moveBy(event, index, last, choose);
      }}
      onFocus={() => {
        choose((one) => one ?? last);
      }}
      onBlur={() => {
        choose(undefined);
      }}
      onPointerMove={({ clientX, currentTarget }) => {
        choose(dayAt(clientX - currentTarget.getBoundingClientRect().left, days.length, plot));
      }}
      onPointerLeave={() => {
        choose(undefined);
      }}
    >
      {width > 0 && <ChartDrawing days={days} before={before} measure={measure} plot={plot} chosen={chosen} />}
      {chosen !== undefined && day && (
        <ChartTip
          day={day}
          before={before?.[index]}
          measure={measure}
          x={dayMiddle(index, days.length, plot)}
          width={width}
        />
      )}
    </div>
  );
}

const pageOfDays = 7;

function moveBy(event: KeyboardEvent, index: number, last: number, choose: (index: number | undefined) => void): void {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - pageOfDays,
    PageUp: index + pageOfDays,
    Home: 0,
    End: last,
  };
  const next = steps[event.key];
  if (event.key === 'Escape') choose(undefined);
  if (next === undefined) return;
  event.preventDefault();
  choose(Math.min(last, Math.max(0, next)));
}
