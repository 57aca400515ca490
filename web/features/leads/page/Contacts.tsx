import { ActionIcon, Box, Button, CopyButton, Flex, Group, Select, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type Lead, leadLimits, phoneLabels } from '#shared/model/lead.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import { InPlace, InPlaceEditor } from './InPlace.tsx';
import type { LeadEditor } from './useLeadEditor.ts';

interface ContactsProps {
  lead: Lead;
  editor: LeadEditor;
}

/** Copies as machines want it: a phone as E.164. */
function Copy({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'green' : 'gray'}
            aria-label={`Copy ${label}`}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** Phones and e-mails; the first of each is the one that is used. */
export function Contacts({ lead, editor }: ContactsProps) {
  const { phones, emails } = lead;
  const [adding, setAdding] = useState<'phone' | 'email' | null>(null);
  const savePhones = (next: Lead['phones']) => editor.save({ phones: next });
  return (
    <>
      {phones.map(({ number, label }, at) => (
        <Group key={number} gap={4} wrap="nowrap">
          <Select
            data-changes
            size="xs"
            w={86}
            variant="unstyled"
            aria-label={`Kind of ${phoneText(number)}`}
            allowDeselect={false}
            data={phoneLabels.map((one) => ({ value: one, label: one }))}
            value={label}
            onChange={(next) =>
              void savePhones(
                phones.map((phone, i) => (i === at ? { ...phone, label: next as typeof label } : phone)),
              )
            }
          />
          <Box className="db-figures" flex={1} miw={0}>
            <InPlace
              label={at === 0 ? 'Phone' : `Phone ${at + 1}`}
              type="tel"
              value={number}
              maxLength={40}
              onSave={(next) =>
                savePhones(
                  next
                    ? phones.map((phone, i) => (i === at ? { ...phone, number: String(next) } : phone))
                    : phones.filter((_, i) => i !== at),
                )
              }
            >
              {phoneText(number)}
            </InPlace>
          </Box>
          <Copy value={number} label={phoneText(number)} />
          <ActionIcon
            data-changes
            variant="subtle"
            color="gray"
            aria-label={`Remove ${phoneText(number)}`}
            onClick={() => void savePhones(phones.filter((_, i) => i !== at))}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </Group>
      ))}
      {emails.map((email, at) => (
        <Group key={email} gap={4} wrap="nowrap">
          <Box component="span" w={86} fz="xs">
            e-mail
          </Box>
          <Box className="db-figures" flex={1} miw={0}>
            <InPlace
              label={at === 0 ? 'E-mail' : `E-mail ${at + 1}`}
              type="email"
              value={email}
              maxLength={254}
              onSave={(next) =>
                editor.save({
                  emails: next
                    ? emails.map((one, i) => (i === at ? String(next) : one))
                    : emails.filter((_, i) => i !== at),
                })
              }
            />
          </Box>
          <Copy value={email} label={email} />
          <ActionIcon
            data-changes
            variant="subtle"
            color="gray"
            aria-label={`Remove ${email}`}
            onClick={() => void editor.save({ emails: emails.filter((_, i) => i !== at) })}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </Group>
      ))}
      {adding && (
        <InPlaceNew
          kind={adding}
          onClose={() => setAdding(null)}
          onSave={(value) =>
            adding === 'phone'
              ? savePhones([...phones, { number: value, label: 'mobile' }])
              : editor.save({ emails: [...emails, value] })
          }
        />
      )}
      <Flex gap={4} wrap="wrap" mt={6}>
        {phones.length < leadLimits.phones && (
          <Button
            data-changes
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() => setAdding('phone')}
          >
            Add phone
          </Button>
        )}
        {emails.length < leadLimits.emails && (
          <Button
            data-changes
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() => setAdding('email')}
          >
            Add e-mail
          </Button>
        )}
      </Flex>
    </>
  );
}

interface InPlaceNewProps {
  kind: 'phone' | 'email';
  onSave: (value: string) => Promise<boolean>;
  onClose: () => void;
}

function InPlaceNew({ kind, onSave, onClose }: InPlaceNewProps) {
  return (
    <InPlaceEditor
      label={kind === 'phone' ? 'New phone' : 'New e-mail'}
      type={kind === 'phone' ? 'tel' : 'email'}
      value=""
      placeholder={kind === 'phone' ? '(212) 555-0123' : 'ada@example.com'}
      onSave={(value) => onSave(String(value))}
      onClose={onClose}
    />
  );
}
