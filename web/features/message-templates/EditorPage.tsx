import { Alert, Button, Select, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { IconAlertCircle, IconCopy, IconMessageOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type MessageChannel, type MessageTemplate, templateLimits } from '#shared/model/message-template.ts';
import { api, query } from '#web/app/api.ts';
import { ApiError, fieldErrorsOf, messageOf } from '#web/app/api-error.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Columns, Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { insertAt } from './insert.ts';
import { Preview } from './Preview.tsx';
import { Usage } from './Usage.tsx';
import { useCategories, useRefreshTemplates } from './useTemplates.ts';
import { VariablePalette } from './VariablePalette.tsx';

/** Writes a template beside its live preview. */
export function EditorPage({ templateId }: { templateId: string }) {
  const fresh = templateId === 'new-sms' ? 'sms' : templateId === 'new-email' ? 'email' : undefined;
  const one = useQuery(
    query.messageTemplates.get.queryOptions({ input: { id: templateId }, enabled: !fresh }),
  );
  if (fresh) return <Editor channel={fresh} />;
  if (one.error instanceof ApiError && (one.error.status === 404 || one.error.status === 400))
    return (
      <EmptyState
        icon={IconMessageOff}
        title="There is no such template"
        action={
          <Button component={Link} to="/templates" variant="default">
            All templates
          </Button>
        }
      >
        Somebody may have removed it.
      </EmptyState>
    );
  if (one.error)
    return (
      <ErrorState title="The template could not be loaded" error={one.error} onRetry={() => one.refetch()} />
    );
  if (!one.data) return <PageSkeleton />;
  return <Editor key={one.data.id} channel={one.data.channel} template={one.data} />;
}

const draftOf = (template: MessageTemplate | undefined) => ({
  name: template?.name ?? '',
  categoryId: template?.categoryId ?? null,
  subject: template?.subject ?? '',
  body: template?.body ?? '',
  isActive: template?.isActive ?? true,
});

function Editor({ channel, template }: { channel: MessageChannel; template?: MessageTemplate }) {
  const navigate = useNavigate();
  const refresh = useRefreshTemplates();
  const categories = useCategories();
  const [draft, setDraft] = useState(() => draftOf(template));
  const [version, setVersion] = useState(template?.version);
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const subject = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const last = useRef<'subject' | 'body'>('body');
  const caret = useRef<number | null>(null);
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const dirty = JSON.stringify(draft) !== JSON.stringify(draftOf(template));

  useEffect(() => {
    if (caret.current === null) return;
    const box = last.current === 'body' ? body.current : subject.current;
    box?.focus();
    box?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function insert(variable: string) {
    const field = last.current;
    const box = field === 'body' ? body.current : subject.current;
    const end = draft[field].length;
    const result = insertAt(draft[field], box?.selectionStart ?? end, box?.selectionEnd ?? end, variable);
    caret.current = result.caret;
    set({ [field]: result.text });
  }

  async function save() {
    setBusy(true);
    setProblem(undefined);
    setErrors({});
    try {
      if (template) {
        const saved = await api.messageTemplates.update({ id: template.id, ...draft, version: version! });
        setVersion(saved.version);
        toast.success('Template saved');
        await refresh();
      } else {
        const saved = await api.messageTemplates.create({ ...draft, channel });
        await refresh();
        toast.success('Template saved');
        void navigate(`/templates/${saved.id}`, { replace: true });
      }
    } catch (error) {
      const fields = fieldErrorsOf(error);
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  async function clone() {
    try {
      const copy = await api.messageTemplates.clone({ id: template!.id });
      await refresh();
      toast.success('This is the copy');
      void navigate(`/templates/${copy.id}`);
    } catch (error) {
      toast.error(error);
    }
  }

  const kind = channel === 'sms' ? 'text message' : 'e-mail';
  return (
    <>
      <BackLink to="/templates">Templates</BackLink>
      <PageHeader
        title={template ? template.name : `New ${kind}`}
        description={`A ${kind}, with the lead’s values filled in when it is sent.`.replace('A e', 'An e')}
        actions={
          <>
            {template && (
              <Button data-changes variant="default" leftSection={<IconCopy size={16} />} onClick={clone}>
                Copy
              </Button>
            )}
            <Button data-changes loading={busy} disabled={template && !dirty} onClick={save}>
              Save template
            </Button>
          </>
        }
      />
      <Columns template="minmax(0, 1fr) 400px">
        <Surface component={Stack} gap="md">
          {problem && (
            <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
              {problem}
            </Alert>
          )}
          <AutoGrid min={200} gap={12}>
            <TextInput
              label="Name"
              maxLength={templateLimits.name}
              error={errors.name}
              value={draft.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Select
              label="Category"
              placeholder="None"
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the category' }}
              data={categories.map(({ id, name }) => ({ value: id, label: name }))}
              value={draft.categoryId}
              onChange={(categoryId) => set({ categoryId })}
            />
          </AutoGrid>
          {channel === 'email' && (
            <TextInput
              ref={subject}
              label="Subject"
              maxLength={templateLimits.subject}
              error={errors.subject}
              value={draft.subject}
              onFocus={() => {
                last.current = 'subject';
              }}
              onChange={(event) => set({ subject: event.currentTarget.value })}
            />
          )}
          <Textarea
            ref={body}
            label="Text"
            autosize
            minRows={channel === 'sms' ? 6 : 12}
            maxRows={24}
            maxLength={channel === 'sms' ? templateLimits.sms : templateLimits.email}
            error={errors.body}
            value={draft.body}
            onFocus={() => {
              last.current = 'body';
            }}
            onChange={(event) => set({ body: event.currentTarget.value })}
          />
          <div>
            <Title order={2} size="h3" mb={8}>
              Variables
            </Title>
            <VariablePalette onInsert={insert} />
            <Text size="xs" c="dimmed" mt={10}>
              Where a value may be missing, say what stands there instead:{' '}
              <code>{"{{ lead.firstName | default: 'there' }}"}</code>
            </Text>
          </div>
          <Switch
            label="Active"
            description="Offered where messages are sent."
            checked={draft.isActive}
            onChange={(event) => set({ isActive: event.currentTarget.checked })}
          />
        </Surface>
        <Stack gap={20}>
          <Preview
            channel={channel}
            subject={draft.subject}
            body={draft.body}
            onReplace={(text) => set({ body: text })}
          />
          {template && <Usage templateId={template.id} />}
        </Stack>
      </Columns>
    </>
  );
}
