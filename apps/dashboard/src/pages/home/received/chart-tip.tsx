import type { ReactNode } from 'react';
import { formatDay } from '../../../format/time';
import { Money } from '../../../parts/money';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { methods, type DayFigures, type Measure } from './received';
import { receivedWords } from './received-words';

interface Props {
  readonly day: DayFigures;
  readonly before: DayFigures | undefined;
  readonly measure: Measure;
  /** Pixels from the left of the chart. */
  readonly x: number;
  readonly width: number;
}

const tipWidth = 220;

/** The figures of the chosen day beside its bar; screen readers hear the same from the slider. */
export function ChartTip({ day, before, measure, x, width }: Props) {
  const say = useWords(receivedWords);
  const { language } = useLanguage();
  const isLeft = x > width / 2;
  const left = isLeft ? x - tipWidth - 14 : x + 14;
  return (
    <div
      className="chart-tip"
      aria-hidden="true"
      style={{ width: tipWidth, left: Math.max(0, Math.min(left, width - tipWidth)) }}
    >
      <strong>{formatDay(day.day, language)}</strong>
      {methods.toReversed().map((method) => (
        <Line key={method} name={say(method)} mark={`mark-${method}`} centavos={day.byMethod[method][measure]} />
      ))}
      <Line name={say(measure)} centavos={day[measure]} isTotal />
      {measure === 'amount' && <Line name={say('netAmount')} centavos={day.netAmount} />}
      {day.refundedAmount > 0 && <Line name={say('refunded')} centavos={day.refundedAmount} />}
      {day.disputedAmount > 0 && <Line name={say('disputed')} centavos={day.disputedAmount} />}
      {before && <Line name={say('before')} mark="mark-before" centavos={before[measure]} />}
    </div>
  );
}

interface LineProps {
  readonly name: string;
  readonly mark?: string;
  readonly centavos: number;
  readonly isTotal?: boolean;
}

function Line({ name, mark, centavos, isTotal = false }: LineProps): ReactNode {
  return (
    <span className={isTotal ? 'tip-line tip-total' : 'tip-line'}>
      <span className={`mark ${mark ?? ''}`} />
      <span className="grow">{name}</span>
      <Money centavos={centavos} />
    </span>
  );
}
