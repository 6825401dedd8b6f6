import { Radio, Stack } from '@mantine/core';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { rolesToGrant, type Role } from './roles';
import { teamWords } from './team-words';

interface Props {
  readonly role: Role;
  readonly onChange: (role: Role) => void;
}

/** The roles that the person may give, each with what it is for. */
export function RoleChoice({ role, onChange }: Props) {
  const say = useWords(teamWords);
  const { may } = useStore();
  return (
    <Radio.Group label={say('role')} value={role} onChange={onChange}>
      <Stack gap={10} mt={6}>
        {rolesToGrant(may).map((one) => (
          <Radio key={one} value={one} label={say(one)} description={say(`${one}_hint`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
