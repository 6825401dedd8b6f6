import { VisuallyHidden } from '@mantine/core';
import { formatDay } from '../../../format/time';
import { Money } from '../../../parts/money';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { methods, type DayFigures, type Measure } from './received';
import { receivedWords } from './received-words';

interface Props {
  readonly days: readonly DayFigures[];
  readonly before: readonly DayFigures[] | undefined;
  readonly measure: Measure;
}

/** The figures of the chart for those who do not see it. */
export function ReceivedTable({ days, before, measure }: Props) {
  const say = useWords(receivedWords);
  const { language } = useLanguage();
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{say('table')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('day')}</th>
            {methods.map((method) => (
              <th key={method} scope="col">
                {say(method)}
              </th>
            ))}
            <th scope="col">{say('amount')}</th>
            <th scope="col">{say('netAmount')}</th>
            <th scope="col">{say('refunded')}</th>
            <th scope="col">{say('disputed')}</th>
            <th scope="col">{say('before')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day.day}>
              <th scope="row">{formatDay(day.day, language)}</th>
              {methods.map((method) => (
                <td key={method}>
                  <Money centavos={day.byMethod[method][measure]} />
                </td>
              ))}
              {[day.amount, day.netAmount, day.refundedAmount, day.disputedAmount, before?.[index]?.[measure]].map(
                (centavos, column) => (
                  <td key={column}>
                    <Money centavos={centavos} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
