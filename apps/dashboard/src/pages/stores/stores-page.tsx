import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../parts/card';
import { Icon } from '../../parts/icon';
import { Page } from '../../parts/page';
import { meQuery } from '../../session/me';
import { orderInGroups } from '../../session/store-groups';
import { useWords } from '../../words/words';
import { teamWords } from '../team/team-words';
import { findStores, searchFrom } from './find-stores';
import { storesWords } from './stores-words';
import './stores.css';

/** The stores of a person, each with its sandboxes below, with a search where there are many. */
export function StoresPage() {
  const say = useWords(storesWords);
  const team = useWords(teamWords);
  const { data: me } = useQuery(meQuery);
  const [text, setText] = useState('');
  if (!me) return null;
  const found = findStores(orderInGroups(me.stores), text);
  const nameOf = new Map(me.stores.map(({ id, name }) => [id, name]));
  return (
    <Page
      title={say('choose')}
      actions={
        me.canCreateStore && (
          <Button component={Link} to="/stores/create" leftSection={<Icon name="plus" size={16} />}>
            {say(me.stores.length === 0 ? 'create' : 'createFurther')}
          </Button>
        )
      }
    >
      <div className="narrow">
        <Card>
          {me.stores.length >= searchFrom && (
            <TextInput
              type="search"
              aria-label={say('find')}
              placeholder={say('find')}
              leftSection={<Icon name="search" size={16} />}
              autoFocus
              mb="xs"
              value={text}
              onChange={({ currentTarget }) => {
                setText(currentTarget.value);
              }}
            />
          )}
          <ul className="store-list">
            {found.map(({ id, name, role, sandboxOf }) => (
              <li key={id} className={sandboxOf === null ? undefined : 'store-list-sandbox'}>
                <Link to={`/${id}/test` as never}>
                  <span className="store-mark" data-letter={name.slice(0, 1).toUpperCase()} />
                  <span className="grow">
                    <span className="store-list-name">{name}</span>
                    <Text size="xs" c="dimmed">
                      {sandboxOf === null ? team(role) : say('sandboxOf', { name: nameOf.get(sandboxOf) ?? '' })}
                    </Text>
                  </span>
                  <Icon name="right" size={16} />
                </Link>
              </li>
            ))}
          </ul>
          <Text size="sm" c="dimmed" role="status">
            {found.length === 0 ? say(me.stores.length === 0 ? 'noStore' : 'noneFound') : ''}
          </Text>
        </Card>
      </div>
    </Page>
  );
}
