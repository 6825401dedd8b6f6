import { useLanguage } from '../../../words/language';
import { shortDay, shortMoney } from './chart-text';
import { methods, type DayFigures, type Measure } from './received';
import { axisTo, amountTop, dayMiddle, namedDays, dayWidth, stackBars, type Plot } from './scale';

interface Props {
  readonly days: readonly DayFigures[];
  readonly before: readonly DayFigures[] | undefined;
  readonly measure: Measure;
  readonly plot: Plot;
  readonly chosen: number | undefined;
}

const dayNameWidth = 58;

/** The picture alone; what it shows is said by the slider around it and by the table. */
export function ChartDrawing({ days, before = [], measure, plot, chosen }: Props) {
  const { language } = useLanguage();
  const axis = axisTo(Math.max(0, ...[...days, ...before].map((day) => day[measure])));
  const reach = axis.at(-1) ?? 1;
  const values = days.map(({ byMethod }) => methods.map((method) => byMethod[method][measure]));
  const count = days.length;
  const line = before.map((day, index) =>
    [dayMiddle(index, count, plot), amountTop(day[measure], reach, plot)].map((place) => place.toFixed(1)).join(','),
  );
  return (
    <svg width={plot.width} height={plot.height} aria-hidden="true" focusable="false">
      {axis.map((centavos) => {
        const y = amountTop(centavos, reach, plot);
        return (
          <g key={centavos}>
            <line className="chart-line" x1={plot.left} x2={plot.width - plot.right} y1={y} y2={y} />
            <text className="chart-text" x={plot.left - 8} y={y + 4} textAnchor="end">
              {shortMoney(centavos, language)}
            </text>
          </g>
        );
      })}
      {chosen !== undefined && (
        <rect
          className="chart-chosen"
          x={dayMiddle(chosen, count, plot) - dayWidth(count, plot) / 2}
          width={dayWidth(count, plot)}
          y={plot.top}
          height={plot.height - plot.top - plot.bottom}
        />
      )}
      {stackBars(values, reach, plot).map(({ index, part, ...place }) => (
        <rect key={`${String(index)}-${String(part)}`} className={`fill-${methods[part] ?? ''}`} {...place} />
      ))}
      {line.length > 1 &&
        ['chart-halo', 'chart-before'].map((name) => <polyline key={name} className={name} points={line.join(' ')} />)}
      {namedDays(count, plot, dayNameWidth).map((index) => (
        <text
          key={index}
          className="chart-text"
          x={dayMiddle(index, count, plot)}
          y={plot.height - 6}
          textAnchor="middle"
        >
          {shortDay(days[index]?.day ?? '', language)}
        </text>
      ))}
    </svg>
  );
}
