import {
  ActionIcon,
  Badge,
  Button,
  CloseButton,
  Group,
  Menu,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  IconCopy,
  IconDots,
  IconFolders,
  IconMail,
  IconMessage2,
  IconPlus,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type MessageTemplate, messageChannels } from '#shared/model/message-template.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { useAddress } from '#web/app/useAddress.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { toast } from '#web/ui/toast.ts';
import { CategoriesPanel } from './CategoriesPanel.tsx';
import styles from './templates.module.css';
import { useCategories, useRefreshTemplates } from './useTemplates.ts';

const channelWords = { sms: 'Texts', email: 'E-mails' };

/** Texts and mails that are written once and sent often. */
export function TemplatesPage() {
  const may = useMay();
  const navigate = useNavigate();
  const [params, set, clearAddress] = useAddress();
  const [typed, setTyped] = useState(params.get('search') ?? '');
  const [managing, setManaging] = useState(false);
  const [removing, setRemoving] = useState<MessageTemplate>();
  const [asked, setAsked] = useState(false);
  const categories = useCategories();
  const refresh = useRefreshTemplates();
  const channel = messageChannels.find((one) => one === params.get('channel'));
  const categoryId = params.get('category');
  const search = params.get('search') ?? '';
  const later = useDebouncedCallback((text: string) => set({ search: text.trim() }), 250);
  const type = (text: string) => {
    setTyped(text);
    later(text);
  };
  const list = useQuery(
    query.messageTemplates.list.queryOptions({
      input: {
        ...(channel ? { channel } : {}),
        ...(categoryId ? { categoryId } : {}),
        ...(search ? { search } : {}),
      },
      placeholderData: keepPreviousData,
    }),
  );
  const filtered = Boolean(channel || categoryId || search);
  const clear = () => {
    setTyped('');
    clearAddress();
  };

  async function clone(template: MessageTemplate) {
    try {
      const copy = await api.messageTemplates.clone({ id: template.id });
      await refresh();
      void navigate(`/templates/${copy.id}`);
    } catch (error) {
      toast.error(error);
    }
  }

  const columns: Column<MessageTemplate>[] = [
    {
      key: 'name',
      title: 'Name',
      render: (template) => (
        <Group gap={12} wrap="nowrap" miw={0}>
          <span className={styles.channel} title={channelWords[template.channel]}>
            {template.channel === 'sms' ? <IconMessage2 size={17} /> : <IconMail size={17} />}
          </span>
          <Stack gap={0} miw={0} maw={560}>
            <Text size="sm" fw={550} lineClamp={1}>
              {template.name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {template.subject || template.body}
            </Text>
          </Stack>
        </Group>
      ),
    },
    {
      key: 'category',
      title: 'Category',
      width: 150,
      hideBelow: 'sm',
      render: ({ categoryId: id }) => {
        const category = categories.find((one) => one.id === id);
        return category ? (
          <span className={styles.category}>
            <span className={styles.dot} style={{ background: category.color }} aria-hidden="true" />
            {category.name}
          </span>
        ) : (
          '–'
        );
      },
    },
    {
      key: 'state',
      title: 'State',
      width: 110,
      hideBelow: 'sm',
      render: ({ isActive }) => (
        <Badge variant="light" color={isActive ? 'green' : 'gray'} tt="none">
          {isActive ? 'Active' : 'Inactive'}
        </Badge>
      ),
    },
    {
      key: 'used',
      title: 'Sent',
      width: 80,
      align: 'end',
      hideBelow: 'sm',
      render: ({ usageCount }) => <span className="db-figures">{usageCount.toLocaleString()}</span>,
    },
    {
      key: 'updated',
      title: 'Changed',
      width: 130,
      hideBelow: 'md',
      render: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      key: 'menu',
      controls: true,
      title: <span className="db-visually-hidden">Actions</span>,
      width: 56,
      render: (template) => (
        <Menu position="bottom-end" width={170}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${template.name}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item data-changes leftSection={<IconCopy size={16} />} onClick={() => void clone(template)}>
              Copy
            </Menu.Item>
            <Menu.Item
              data-changes
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => {
                setRemoving(template);
                setAsked(true);
              }}
            >
              Remove
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ];

  const add = may('templates.edit') && (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button data-changes leftSection={<IconPlus size={17} />}>
          Add template
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/templates/new-sms" leftSection={<IconMessage2 size={16} />}>
          Text message
        </Menu.Item>
        <Menu.Item component={Link} to="/templates/new-email" leftSection={<IconMail size={16} />}>
          E-mail
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );

  return (
    <>
      <PageHeader
        title="Templates"
        description="Texts and mails that are written once and sent often."
        actions={
          <>
            {may('templates.manage') && (
              <Button
                data-changes
                variant="default"
                leftSection={<IconFolders size={16} />}
                onClick={() => setManaging(true)}
              >
                Categories
              </Button>
            )}
            {add}
          </>
        }
      />
      <Toolbar>
        <TextInput
          className={styles.search}
          aria-label="Search templates"
          placeholder="Search by name or words"
          leftSection={<IconSearch size={16} />}
          rightSection={
            typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
          }
          maxLength={100}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <FilterChips
          label="Channel"
          options={messageChannels.map((value) => ({ value, label: channelWords[value] }))}
          value={channel}
          onChange={(next) => set({ channel: next })}
        />
        {categories.length > 0 && (
          <Select
            className={styles.choice}
            aria-label="Category"
            placeholder="Any category"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the category' }}
            data={categories.map(({ id, name }) => ({ value: id, label: name }))}
            value={categoryId}
            onChange={(next) => set({ category: next })}
          />
        )}
      </Toolbar>
      {list.error ? (
        <ErrorState
          title="The templates could not be loaded"
          error={list.error}
          onRetry={() => list.refetch()}
        />
      ) : (
        <DataTable
          label="Templates"
          columns={columns}
          rows={list.data?.templates}
          rowKey={({ id }) => id}
          rowLabel={({ name, channel: kind }) => `${name}, ${kind === 'sms' ? 'text message' : 'e-mail'}`}
          onOpen={({ id }) => void navigate(`/templates/${id}`)}
          refreshing={list.isPlaceholderData}
          empty={
            filtered ? (
              <EmptyState
                icon={IconSearch}
                title="No template matches"
                action={
                  <Button variant="default" onClick={clear}>
                    Show all templates
                  </Button>
                }
              >
                No template has these words in this channel and category.
              </EmptyState>
            ) : (
              <EmptyState icon={IconMessage2} title="No templates yet" action={add}>
                Write a text or a mail once, with the lead’s name and more filled in when it is sent.
              </EmptyState>
            )
          }
        />
      )}
      <CategoriesPanel opened={managing} onClose={() => setManaging(false)} />
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={`Remove “${removing?.name}”?`}
        confirmLabel="Remove template"
        danger
        onConfirm={async () => {
          await api.messageTemplates.remove({ id: removing!.id });
          await refresh();
          toast.success(`“${removing!.name}” was removed`);
        }}
      >
        What was sent with it stays on the timelines. To keep it for later, put it away instead.
      </ConfirmDialog>
    </>
  );
}
