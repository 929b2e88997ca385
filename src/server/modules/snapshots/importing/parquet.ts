/** How a month's file is written; its rows keep their order. Row groups match DuckDB's in memory. */
export const PARQUET = '(format parquet, compression zstd, row_group_size 122880)'
