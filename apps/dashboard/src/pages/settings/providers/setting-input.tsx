import { FileInput } from '@mantine/core';
import { useState } from 'react';
import { useController, type Control } from 'react-hook-form';
import { ChoiceField, SwitchField, TextField } from '../../../forms/fields';
import { commonWords } from '../../../words/common-words';
import { useWords } from '../../../words/words';
import { connectWords } from './connect-words';
import { areHeaders, type SettingField, type SettingsForm } from './provider-settings';

interface Props {
  readonly control: Control<SettingsForm>;
  readonly field: SettingField;
}

/** One setting of a provider, typed as its kind wants it. */
export function SettingInput({ control, field: { name, kind, isRequired = false } }: Props) {
  const say = useWords(connectWords);
  const shared = { control, name, label: say(name), description: say(`${name}_hint`), isRequired };
  switch (kind) {
    case 'yes':
      return <SwitchField {...shared} isRequired={false} />;
    case 'file':
      return <PemField control={control} field={{ name, kind, isRequired }} />;
    case 'methods':
      return (
        <ChoiceField
          {...shared}
          choices={[
            ['CARD,BOLETO', say('cardAndBoleto')],
            ['CARD', say('card')],
            ['BOLETO', say('boleto')],
          ]}
        />
      );
    case 'account':
      return (
        <ChoiceField
          {...shared}
          choices={[
            ['', say('noAccount')],
            ['CORRENTE', say('CORRENTE')],
            ['POUPANCA', say('POUPANCA')],
            ['PAGAMENTO', say('PAGAMENTO')],
          ]}
        />
      );
    case 'lines':
      return (
        <TextField
          {...shared}
          rows={3}
          maxLength={4000}
          rules={{ validate: (text) => areHeaders(String(text)) || say('headersWrong') }}
        />
      );
    case 'address':
      return (
        <TextField
          {...shared}
          type="url"
          placeholder="https://"
          maxLength={2048}
          rules={{
            validate: (text) => text === '' || /^https:\/\/\S+$/.test(String(text).trim()) || say('addressWrong'),
          }}
        />
      );
    default:
      return (
        <TextField
          {...shared}
          type={kind === 'secret' ? 'password' : 'text'}
          // Browsers offer to keep a password of this page unless it is a new one.
          autoComplete={kind === 'secret' ? 'new-password' : 'off'}
          maxLength={4096}
        />
      );
  }
}

/** The text of a PEM file, which is read here and never shown. */
function PemField({ control, field: { name, isRequired = false } }: Props) {
  const say = useWords(connectWords);
  const common = useWords(commonWords);
  const [file, setFile] = useState<File | null>(null);
  const {
    field: { ref, onChange },
    fieldState,
  } = useController({
    control,
    name,
    rules: isRequired ? { required: common('required') } : {},
  });
  return (
    <FileInput
      ref={ref}
      label={say(name)}
      description={say(`${name}_hint`)}
      placeholder={say('chooseFile')}
      required={isRequired}
      accept=".pem,.crt,.cer,.key,.txt"
      value={file}
      error={fieldState.error?.message}
      onChange={(chosen) => {
        setFile(chosen);
        void (chosen === null ? Promise.resolve('') : chosen.text()).then((text) => {
          onChange(text);
        });
      }}
    />
  );
}
