import { Button, Menu } from '@mantine/core';
import { useAction } from '../../actions/use-action';
import { useToasts } from '../../actions/toasts';
import { download } from '../../api/download';
import type { Filters } from '../../lists/filters';
import { saveFile } from '../../lists/save-file';
import { Icon } from '../../parts/icon';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { statementWords } from './statement-words';

const types = { csv: 'text/csv', ofx: 'application/x-ofx' } as const;
type Format = keyof typeof types;

/** The statement of the chosen days as a file, which the API makes. */
export function ExportMenu({ filters: { startDate = '', endDate = '' } }: { readonly filters: Filters }) {
  const say = useWords(statementWords);
  const { scope } = useStore();
  const toasts = useToasts();
  const days = { ...(startDate === '' ? {} : { startDate }), ...(endDate === '' ? {} : { endDate }) };
  const save = useAction({
    run: async (format: Format) => {
      try {
        const file = await download(scope, '/v2/bank-statement/export', { format, ...days });
        saveFile(`${[say('title').toLowerCase(), ...Object.values(days)].join('-')}.${format}`, types[format], file);
      } catch (problem) {
        toasts.showProblem(problem);
      }
    },
  });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="download" size={16} />}
          rightSection={<Icon name="down" size={16} />}
          loading={save.isRunning}
        >
          {say('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say(Object.keys(days).length === 0 ? 'exportAll' : 'exportPeriod')}</Menu.Label>
        <Menu.Item
          onClick={() => {
            save.start('csv');
          }}
        >
          {say('exportCsv')}
        </Menu.Item>
        <Menu.Item
          onClick={() => {
            save.start('ofx');
          }}
        >
          {say('exportOfx')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
