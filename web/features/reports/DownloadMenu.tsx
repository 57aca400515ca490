import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { type ReportFormat, reportFormats } from '#shared/model/report.ts';
import type { Request } from './address.ts';
import { useReportExport } from './useReportExport.ts';

const formatWords: Record<ReportFormat, string> = {
  csv: 'CSV, for any program',
  xlsx: 'XLSX, for Excel',
  pdf: 'PDF, to read and print',
};

interface DownloadButtonProps {
  formats: readonly ReportFormat[];
  isBusy: boolean;
  variant?: 'filled' | 'default';
  onChoose: (format: ReportFormat) => void;
}

/** A button that asks as which kind of file. */
export function DownloadButton({ formats, isBusy, variant = 'filled', onChoose }: DownloadButtonProps) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant={variant}
          style={{ flexShrink: 0 }}
          leftSection={<IconDownload size={17} />}
          rightSection={<IconChevronDown size={15} />}
          loading={isBusy}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} data-changes onClick={() => onChoose(format)}>
            {formatWords[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface DownloadMenuProps {
  request: Request;
  /** Figures that are shown; all of them when empty. */
  columns: string[];
}

/** Has the report made as a file in the background, and downloads it when it is ready. */
export function DownloadMenu({ request, columns }: DownloadMenuProps) {
  const { begin, isBusy } = useReportExport({ fromAddress: true });
  return (
    <DownloadButton
      formats={reportFormats}
      isBusy={isBusy}
      onChoose={(format) => begin({ ...request, format, columns })}
    />
  );
}
