"""Office files and books as HTML: Word (DOCX), Excel (XLSX), PowerPoint (PPTX) and EPUB. `reader.read` is the entry point.

The files are ZIP archives. `archive` bounds what an archive may unpack to, before anything is unpacked. Files are
read in a reading process, for `extraction.document.document`.
"""
