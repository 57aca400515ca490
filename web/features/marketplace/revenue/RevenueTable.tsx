import { Table } from '@mantine/core';
import { nameOf, type Period, type RevenuePoint, wholeDollars } from './series.ts';

interface RevenueTableProps {
  points: readonly RevenuePoint[];
  period: Period;
  isSample: boolean;
}

const count = (value: number) => value.toLocaleString('en-US');

/** The figures of the chart, newest first. */
export const RevenueTable = ({ points, period, isSample }: RevenueTableProps) => (
  <Table aria-label={isSample ? 'Revenue over time, sample data' : 'Revenue over time'} fz="sm">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Time</Table.Th>
        <Table.Th ta="end">Revenue</Table.Th>
        <Table.Th ta="end">Orders</Table.Th>
        <Table.Th ta="end">Leads</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {points.toReversed().map(({ date, revenue, orders, leads }) => (
        <Table.Tr key={date}>
          <Table.Th scope="row" fw={450}>
            {nameOf[period](date)}
          </Table.Th>
          <Table.Td ta="end">{wholeDollars(revenue)}</Table.Td>
          <Table.Td ta="end">{count(orders)}</Table.Td>
          <Table.Td ta="end">{count(leads)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
