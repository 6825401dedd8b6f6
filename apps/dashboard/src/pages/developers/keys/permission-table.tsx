import { Button, Checkbox, Group, Table, Text } from '@mantine/core';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { keysWords } from './keys-words';
import {
  actionWords,
  keyActions,
  findPermission,
  isManaging,
  presetPermissions,
  resources,
  type KeyPermission,
} from './permissions';
import { ScrollTable } from '../../../parts/scroll-table';

interface Props {
  readonly chosen: ReadonlySet<string>;
  /** Without it the table only shows. */
  readonly onChange?: (chosen: readonly KeyPermission[]) => void;
}

const presets = ['all', 'read', 'none'] as const;

/** What a key may do: a row for each resource, a column for each action. What the person lacks cannot be ticked. */
export function PermissionTable({ chosen, onChange }: Props) {
  const say = useWords(keysWords);
  const store = useStore();
  return (
    <>
      {onChange && (
        <Group gap="xs" mb="xs">
          <Text size="sm" c="dimmed">
            {say('preset')}
          </Text>
          {presets.map((preset) => (
            <Button
              key={preset}
              variant="default"
              size="compact-sm"
              onClick={() => {
                onChange(presetPermissions(preset, store));
              }}
            >
              {say(preset)}
            </Button>
          ))}
        </Group>
      )}
      {onChange && store.isLive && (
        <Text size="sm" c="dimmed" mb="xs">
          {say(store.store.role === 'OWNER' ? 'managingHint' : 'managingOfOwners')}
        </Text>
      )}
      <ScrollTable className="permissions">
        <Table verticalSpacing={6} aria-label={say('permissions')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{say('resource')}</Table.Th>
              {keyActions.map((action) => (
                <Table.Th key={action} scope="col" ta="center">
                  {say(actionWords[action])}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {resources.map((resource) => (
              <Table.Tr key={resource}>
                <Table.Th scope="row" fw={400}>
                  {say(resource)}
                </Table.Th>
                {keyActions.map((action) => (
                  <Table.Td key={action}>
                    <PermissionCell
                      permission={findPermission(resource, action)}
                      label={`${say(actionWords[action])}: ${say(resource)}`}
                      chosen={chosen}
                      onChange={onChange}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
    </>
  );
}

interface CellProps {
  readonly permission: KeyPermission | undefined;
  readonly label: string;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: Props['onChange'];
}

function PermissionCell({ permission, label, chosen, onChange }: CellProps) {
  const { may, isLive, store } = useStore();
  if (permission === undefined) return null;
  const isOfOwners = isLive && isManaging(permission) && store.role !== 'OWNER';
  const isOffered = onChange !== undefined && may(permission) && !isOfOwners;
  return (
    <Checkbox
      className="permission"
      aria-label={label}
      title={permission}
      checked={chosen.has(permission)}
      disabled={!isOffered}
      onChange={({ currentTarget }) => {
        const others = [...chosen].filter((one) => one !== permission) as KeyPermission[];
        onChange?.(currentTarget.checked ? [...others, permission] : others);
      }}
    />
  );
}
