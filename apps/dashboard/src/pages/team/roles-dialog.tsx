import { Table, Text } from '@mantine/core';
import { Dialog } from '../../parts/dialog';
import { useWords } from '../../words/words';
import { keysWords } from '../developers/keys/keys-words';
import { actionWords, resources, type Resource } from '../developers/keys/permissions';
import { roleGrant, roles, type Role } from './roles';
import './team.css';
import { teamWords } from './team-words';
import { ScrollTable } from '../../parts/scroll-table';

/** What each role may do, area by area. */
export function RolesDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useWords(teamWords);
  const sayKeys = useWords(keysWords);
  return (
    <Dialog onClose={onClose} size="xl" title={say('whoMay')}>
      <Text size="sm" c="dimmed" mb="sm">
        {say('whoMayHint')}
      </Text>
      <ScrollTable minWidth={640}>
        <Table verticalSpacing={6} className="roles" aria-label={say('whoMay')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{say('resource')}</Table.Th>
              {roles.map((role) => (
                <Table.Th key={role} scope="col">
                  {say(role)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {resources.map((resource) => (
              <Table.Tr key={resource}>
                <Table.Th scope="row">{sayKeys(resource)}</Table.Th>
                {roles.map((role) => (
                  <Grant key={role} role={role} resource={resource} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
    </Dialog>
  );
}

function Grant({ role, resource }: { readonly role: Role; readonly resource: Resource }) {
  const say = useWords(teamWords);
  const sayKeys = useWords(keysWords);
  const { isAll, actions } = roleGrant(role, resource);
  if (actions.length === 0) return <Table.Td className="grant-none">{say('nothing')}</Table.Td>;
  const isReadOnly = actions.length === 1 && actions[0] === 'READ';
  const words = isAll && !isReadOnly ? [say('everything')] : actions.map((action) => sayKeys(actionWords[action]));
  const [first = '', ...rest] = words;
  return <Table.Td>{[first, ...rest.map((word) => word.toLowerCase())].join(', ')}</Table.Td>;
}
