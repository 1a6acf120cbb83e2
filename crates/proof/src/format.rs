//! The file: header, blocks, end. The manual's chapter on certificates describes it byte by byte.
//!
//! ```text
//! "LMPROOF\n"  version u16  text length u16  text  crc32 of all that u32
//! block*       tag 1 u8, claim u8, level u16, positions u32, raw length u32, packed length u32,
//!              crc32 of the packed bytes u32, crc32 of the 20 bytes before u32, packed bytes
//! end          tag 0 u8, SHA-256 of all bytes before it
//! ```
//! Numbers are little-endian. The packed bytes are a raw deflate stream.

use crate::claim::{Claim, Game};
use crate::key::{read_number, write_number};
use crate::reject::Rejection;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};
use sha2::{Digest, Sha256};
use std::io::{self, Read, Seek, SeekFrom, Write};

pub(crate) const MAGIC: &[u8; 8] = b"LMPROOF\n";
/// The version that is written. It stores moves only: the positions of a level are derived from the
/// level before. Earlier versions, which can still be read, store positions with their moves; they
/// differ in what is plainly won: Amazons has version 1 and, with claims and one move of looking
/// ahead, 2; Domineering has 2 and, with more wins by cuts, 3.
pub const VERSION: u16 = 4;
/// The version that is written of Amazons positions that fall apart. It differs from [`VERSION`] in
/// the normal form: areas that form pairs with their negatives are burnt.
pub(crate) const VERSION_OF_SUMS: u16 = 5;

/// Whether certificates of a game exist in a version.
fn is_known(game: Game, version: u16) -> bool {
    match game {
        Game::Amazons => [1, 2, VERSION, VERSION_OF_SUMS].contains(&version),
        Game::Domineering => (2..=VERSION).contains(&version),
    }
}

/// The most positions of a block.
pub(crate) const BLOCK: usize = 1 << 16;
/// The most bytes of a block, packed or not.
const BLOCK_BYTES: u32 = 1 << 25;

/// What is stored of a position with the winner to move: the number of his move, or `None` if the
/// checker sees the win by looking ahead.
pub(crate) type StoredMove = Option<u64>;

/// The content of a block of the newest version.
pub(crate) fn write_moves(moves: &[StoredMove]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(moves.len());
    moves.iter().for_each(|mv| write_number(mv.map_or(0, |number| number + 1), &mut bytes));
    bytes
}

/// The place of a block in the file, and the content of its header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockRef {
    pub(crate) offset: u64,
    pub(crate) claim: u8,
    pub(crate) level: u16,
    pub(crate) count: u32,
    raw: u32,
    packed: u32,
    crc: u32,
}

const BLOCK_HEADER: usize = 24;

/// Writes a file from the first byte to the last.
pub(crate) struct FileWriter<'w> {
    out: &'w mut dyn Write,
    hash: Sha256,
    bytes: u64,
}

impl<'w> FileWriter<'w> {
    pub(crate) fn new(out: &'w mut dyn Write, header: &str, version: u16) -> io::Result<Self> {
        let mut writer = Self { out, hash: Sha256::new(), bytes: 0 };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(version.to_le_bytes());
        let length = u16::try_from(header.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
        bytes.extend(length.to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        writer.put(&bytes)?;
        Ok(writer)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Packs and writes the bytes of one block.
    pub(crate) fn block(
        &mut self,
        claim: u8,
        level: u16,
        count: u32,
        raw: &[u8],
    ) -> io::Result<()> {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::new(6));
        packer.write_all(raw)?;
        let packed = packer.finish()?;
        let mut header = vec![1, claim];
        header.extend(level.to_le_bytes());
        header.extend(count.to_le_bytes());
        header.extend((raw.len() as u32).to_le_bytes());
        header.extend((packed.len() as u32).to_le_bytes());
        header.extend(crc32fast::hash(&packed).to_le_bytes());
        header.extend(crc32fast::hash(&header).to_le_bytes());
        self.put(&header)?;
        self.put(&packed)
    }

    /// Continues behind what an earlier run wrote.
    pub(crate) fn behind(out: &'w mut dyn Write, hash: Sha256, bytes: u64) -> Self {
        Self { out, hash, bytes }
    }

    /// Writes the end; returns the number of bytes and the hash of the whole file.
    pub(crate) fn finish(mut self) -> io::Result<(u64, [u8; 32])> {
        self.put(&[0])?;
        let end: [u8; 32] = self.hash.clone().finalize().into();
        self.put(&end)?;
        self.out.flush()?;
        Ok((self.bytes, self.hash.finalize().into()))
    }
}

/// A file whose frame was read completely: every checksum is right, and levels are in order.
#[derive(Debug)]
pub(crate) struct FileReader<F> {
    pub(crate) file: F,
    pub(crate) version: u16,
    pub(crate) claims: Vec<Claim>,
    /// `levels[claim][level]`: its blocks
    pub(crate) levels: Vec<Vec<Vec<BlockRef>>>,
    /// of the whole file
    pub(crate) hash: [u8; 32],
    pub(crate) bytes: u64,
}

/// Counts and hashes what is read.
pub(crate) struct Frame<F> {
    file: F,
    pub(crate) hash: Sha256,
    pub(crate) at: u64,
    /// the packed bytes of the block read last
    packed: Vec<u8>,
}

impl<F: Read> Frame<F> {
    pub(crate) fn new(file: F) -> Self {
        Self { file, hash: Sha256::new(), at: 0, packed: Vec::new() }
    }

    /// Reads the next block header and adds the block to its level, `levels[claim][level]`; `None`
    /// at the end.
    pub(crate) fn block(
        &mut self,
        levels: &mut [Vec<Vec<BlockRef>>],
    ) -> Result<Option<()>, Rejection> {
        let offset = self.at;
        let [tag] = self.array()?;
        if tag == 0 {
            return Ok(None);
        }
        let mut header = [tag; BLOCK_HEADER];
        self.take(&mut header[1..])?;
        let block = read_block_header(&header, offset)?;
        let mut packed = std::mem::take(&mut self.packed);
        packed.resize(block.packed as usize, 0);
        self.take(&mut packed)?;
        if crc32fast::hash(&packed) != block.crc {
            return Err(Rejection::Altered(offset));
        }
        self.packed = packed;
        let (claim, level) = (block.claim as usize, block.level as usize);
        if claim >= levels.len() {
            let what = "it names a claim that is not there";
            return Err(Rejection::Malformed { offset, what });
        }
        let known = levels[claim].len();
        let later = levels[claim + 1..].iter().any(|levels| !levels.is_empty());
        if later || level > known || level + 1 < known {
            let before = known.checked_sub(1).map_or("none".to_owned(), |l| l.to_string());
            return Err(Rejection::LevelOrder { offset, claim: claim + 1, found: level, before });
        }
        if level == known {
            levels[claim].push(Vec::new());
        }
        levels[claim][level].push(block);
        Ok(Some(()))
    }

    fn take(&mut self, buffer: &mut [u8]) -> Result<(), Rejection> {
        self.file.read_exact(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Rejection::Cut(self.at),
            _ => Rejection::Read(error),
        })?;
        self.hash.update(&*buffer);
        self.at += buffer.len() as u64;
        Ok(())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Rejection> {
        let mut buffer = [0; N];
        self.take(&mut buffer)?;
        Ok(buffer)
    }
}

impl<F: Read + Seek> FileReader<F> {
    /// Reads the whole frame and checks it.
    pub(crate) fn open(mut file: F) -> Result<Self, Rejection> {
        file.seek(SeekFrom::Start(0)).map_err(Rejection::Read)?;
        let mut frame = Frame::new(file);
        let (version, claims) = read_header(&mut frame)?;
        let mut levels: Vec<Vec<Vec<BlockRef>>> = claims.iter().map(|_| Vec::new()).collect();
        while frame.block(&mut levels)?.is_some() {}
        let before: [u8; 32] = frame.hash.clone().finalize().into();
        let end = frame.at;
        if frame.array::<32>()? != before {
            return Err(Rejection::Altered(end));
        }
        let (at, hash) = (frame.at, frame.hash.clone().finalize().into());
        match frame.array::<1>() {
            Err(Rejection::Cut(_)) => {}
            Err(error) => return Err(error),
            Ok(_) => return Err(Rejection::Trailing(at)),
        }
        Ok(Self { file: frame.file, version, claims, levels, hash, bytes: at })
    }
}

impl BlockRef {
    /// Reads the moves of a block of the newest version. The file holds a number for each position:
    /// 0 if the win is seen by looking ahead, otherwise the winner's move, counted from 1.
    pub(crate) fn moves(
        &self,
        file: &mut (impl Read + Seek),
    ) -> Result<Vec<StoredMove>, Rejection> {
        let raw = self.unpacked(file)?;
        let mut bytes = &raw[..];
        let mut moves = Vec::with_capacity(self.count as usize);
        for _ in 0..self.count {
            let number: u64 =
                read_number(&mut bytes).ok_or(self.malformed("a move is cut off or too large"))?;
            moves.push(number.checked_sub(1));
        }
        if bytes.is_empty() { Ok(moves) } else { Err(self.malformed("bytes are left over")) }
    }

    pub(crate) fn malformed(&self, what: &'static str) -> Rejection {
        Rejection::Malformed { offset: self.offset, what }
    }

    /// Reads and unpacks the content of this block.
    pub(crate) fn unpacked(&self, file: &mut (impl Read + Seek)) -> Result<Vec<u8>, Rejection> {
        let start = SeekFrom::Start(self.offset + BLOCK_HEADER as u64);
        file.seek(start).map_err(Rejection::Read)?;
        let mut packed = vec![0; self.packed as usize];
        file.read_exact(&mut packed).map_err(Rejection::Read)?;
        // The file may have changed since its frame was read.
        if crc32fast::hash(&packed) != self.crc {
            return Err(Rejection::Altered(self.offset));
        }
        let mut raw = Vec::with_capacity(self.raw as usize + 1);
        let mut unpacker = Decompress::new(false);
        let status = unpacker.decompress_vec(&packed, &mut raw, FlushDecompress::Finish);
        if status.ok() != Some(Status::StreamEnd) || unpacker.total_in() != packed.len() as u64 {
            return Err(self.malformed("it does not unpack"));
        }
        if raw.len() != self.raw as usize {
            return Err(self.malformed("it unpacks to another length"));
        }
        Ok(raw)
    }
}

/// Reads the version and the claims.
pub(crate) fn read_header<F: Read>(frame: &mut Frame<F>) -> Result<(u16, Vec<Claim>), Rejection> {
    let mut head = vec![0; 12];
    let read = frame.take(&mut head[..8]);
    if matches!(read, Err(Rejection::Cut(_))) || head[..8] != MAGIC[..] {
        return Err(Rejection::Foreign);
    }
    read?;
    frame.take(&mut head[8..])?;
    let version = u16::from_le_bytes([head[8], head[9]]);
    if version == 0 || version > VERSION_OF_SUMS {
        return Err(Rejection::Version(version));
    }
    let length = u16::from_le_bytes([head[10], head[11]]) as usize;
    head.resize(12 + length, 0);
    frame.take(&mut head[12..])?;
    if frame.array()? != crc32fast::hash(&head).to_le_bytes() {
        return Err(Rejection::Altered(8));
    }
    let malformed = |what: &str| Rejection::Header(what.to_owned());
    let text = std::str::from_utf8(&head[12..]).map_err(|_| malformed("it is not UTF-8"))?;
    let lines = text.strip_suffix('\n').ok_or_else(|| malformed("a claim ends in a newline"))?;
    let mut claims = Vec::new();
    for line in lines.split('\n') {
        let claim: Claim = line.parse().map_err(|e| Rejection::Header(format!("{e}")))?;
        if claim.to_string() != line {
            return Err(malformed("a claim is not written in the usual way"));
        }
        claims.push(claim);
    }
    if !Claim::may_share_a_file(&claims) {
        return Err(malformed(
            "one claim is expected, or two about one Domineering position with either player first",
        ));
    }
    if !is_known(claims[0].game(), version) {
        return Err(Rejection::Version(version));
    }
    Ok((version, claims))
}

fn read_block_header(header: &[u8; BLOCK_HEADER], offset: u64) -> Result<BlockRef, Rejection> {
    let number = |at: usize| {
        u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
    };
    if number(20) != crc32fast::hash(&header[..20]) {
        return Err(Rejection::Altered(offset));
    }
    let malformed = |what| Rejection::Malformed { offset, what };
    if header[0] != 1 {
        return Err(malformed("unknown kind of block"));
    }
    let block = BlockRef {
        offset,
        claim: header[1],
        level: u16::from_le_bytes([header[2], header[3]]),
        count: number(4),
        raw: number(8),
        packed: number(12),
        crc: number(16),
    };
    if block.count == 0 || block.count as usize > BLOCK {
        return Err(malformed("it holds no position or too many"));
    }
    if block.raw > BLOCK_BYTES || block.packed > BLOCK_BYTES {
        return Err(malformed("it is too large"));
    }
    Ok(block)
}
