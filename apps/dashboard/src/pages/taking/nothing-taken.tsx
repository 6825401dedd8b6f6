import { Alert, Button, Text } from '@mantine/core';
import { Icon } from '../../parts/icon';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { defineWords, useWords } from '../../words/words';
import { useTakenMethods } from './use-taken-methods';
import './taking.css';

const words = defineWords(
  {
    title: 'Esta loja ainda não recebe em produção',
    text: 'Conecte primeiro um provedor: sem ele nenhuma página de pagamento pode ser criada aqui.',
    ask: 'Peça a quem administra a loja para conectar um provedor: sem ele nenhuma página de pagamento pode ser criada aqui.',
    connect: 'Conectar provedor',
  },
  {
    title: 'This store takes no payments in production yet',
    text: 'Connect a provider first: without one no payment page can be made here.',
    ask: 'Ask an owner of the store to connect a provider: without one no payment page can be made here.',
    connect: 'Connect a provider',
  },
);

/** Says on a page that makes payment pages that none can be paid yet, and leads to what is missing. */
export function NothingTaken() {
  const say = useWords(words);
  const { may, isLive } = useStore();
  const taken = useTakenMethods();
  if (!isLive || taken === undefined || taken.length > 0) return null;
  const mayConnect = may('CONNECT:READ');
  return (
    <Alert className="nothing-taken" icon={<Icon name="warning" />} title={say('title')} mb="md">
      <Text size="sm" mb={mayConnect ? 'sm' : 0}>
        {say(mayConnect ? 'text' : 'ask')}
      </Text>
      {mayConnect && (
        <Button component={StoreLink} to="/settings/providers" size="sm">
          {say('connect')}
        </Button>
      )}
    </Alert>
  );
}
