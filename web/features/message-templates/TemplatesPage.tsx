import { Box, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconCopy, IconFolders, IconMail, IconMessage2, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type MessageTemplate, messageChannels } from '#shared/model/message-template.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { activeState, type Column, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { FilterSelect } from '#web/ui/resource/filters.tsx';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { menuColumn, RemoveItem, RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { CategoriesPanel } from './CategoriesPanel.tsx';
import styles from './templates.module.css';
import { useCategories, useRefreshTemplates } from './useTemplates.ts';

const templateFilters = { search: field.text(), channel: field.oneOf(messageChannels), category: field.id };

const channelWords = { sms: 'Texts', email: 'E-mails' };

/** Texts and mails that are written once and sent often. */
export function TemplatesPage() {
  const may = useMay();
  const navigate = useNavigate();
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(templateFilters);
  const { search, channel, category } = filters;
  const [managing, setManaging] = useState(false);
  const removal = useQuestion<MessageTemplate>();
  const categories = useCategories();
  const refresh = useRefreshTemplates();
  const list = useQuery(
    query.messageTemplates.list.queryOptions({
      input: given({ search, channel, categoryId: category }),
      placeholderData: keepPreviousData,
    }),
  );
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
          <Box
            component="span"
            className="db-center db-ink"
            flex="none"
            w={32}
            h={32}
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
            title={channelWords[template.channel]}
          >
            {template.channel === 'sms' ? <IconMessage2 size={17} /> : <IconMail size={17} />}
          </Box>
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
        const found = categories.find((one) => one.id === id);
        return found ? (
          <Group component="span" gap={7} wrap="nowrap" display="inline-flex">
            <span className="db-dot" style={{ background: found.color }} aria-hidden="true" />
            {found.name}
          </Group>
        ) : (
          '–'
        );
      },
    },
    stateColumn(activeState, { hideBelow: 'sm' }),
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
    menuColumn((template) => (
      <RowMenu name={template.name} width={170}>
        <Menu.Item data-changes leftSection={<IconCopy size={16} />} onClick={() => void clone(template)}>
          Copy
        </Menu.Item>
        <RemoveItem onClick={() => removal.ask(template)} />
      </RowMenu>
    )),
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
        <SearchField
          aria-label="Search templates"
          placeholder="Search by name or words"
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
        <FilterChips
          label="Channel"
          options={messageChannels.map((value) => ({ value, label: channelWords[value] }))}
          value={channel}
          onChange={(next) => setFilters({ channel: next })}
        />
        {categories.length > 0 && (
          <FilterSelect
            className={styles.choice}
            aria-label="Category"
            placeholder="Any category"
            clearLabel="Clear the category"
            data={categories.map(({ id, name }) => ({ value: id, label: name }))}
            value={category}
            onChange={(next) => setFilters({ category: next })}
          />
        )}
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The templates could not be loaded"
        label="Templates"
        columns={columns}
        rows={list.data?.templates}
        rowKey={({ id }) => id}
        rowLabel={({ name, channel: kind }) => `${name}, ${kind === 'sms' ? 'text message' : 'e-mail'}`}
        onOpen={({ id }) => void navigate(`/templates/${id}`)}
        empty={
          filtered ? (
            <NoMatch title="No template matches" onClear={clearFilters} clearLabel="Show all templates">
              No template has these words in this channel and category.
            </NoMatch>
          ) : (
            <EmptyState icon={IconMessage2} title="No templates yet" action={add}>
              Write a text or a mail once, with the lead’s name and more filled in when it is sent.
            </EmptyState>
          )
        }
      />
      <CategoriesPanel opened={managing} onClose={() => setManaging(false)} />
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove “${removal.about?.name}”?`}
        confirmLabel="Remove template"
        danger
        onConfirm={async () => {
          await api.messageTemplates.remove({ id: removal.about!.id });
          await refresh();
          toast.success(`“${removal.about!.name}” was removed`);
        }}
      >
        What was sent with it stays on the timelines. To keep it for later, put it away instead.
      </ConfirmDialog>
    </>
  );
}
