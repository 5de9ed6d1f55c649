"""Operations in the process of a command, without a server: one result, or the pages of a crawl or batch as files."""
